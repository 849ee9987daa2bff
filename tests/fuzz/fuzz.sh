#!/bin/sh
# Runs a fuzz target: fuzz.sh TARGET CORPUS DICTIONARY [FLAG]..., the whole corpus and then changed
# inputs, 12,000 in all unless a flag says otherwise (-runs=-1 -max_total_time=S). A number rather
# than a time, so that a fast machine and a slow one try the same inputs. New inputs are kept beside
# the target, in TARGET.found; those that fail in TARGET.failed; then the exit status is 1. Which input is changed next is not
# drawn by how rare its features are (-entropic): to keep count of that took more than half of the time.
target=$1 corpus=$2 dictionary=$3
shift 3
mkdir -p "$target.found" "$target.failed"
exec "$target" "$target.found" "$corpus" -dict="$dictionary" -artifact_prefix="$target.failed/" \
  -runs=12000 -entropic=0 -max_len=16384 -timeout=10 -report_slow_units=3 -rss_limit_mb=2048 \
  -malloc_limit_mb=512 -print_final_stats=1 -error_exitcode=1 -verbosity=1 "$@"

#!/bin/sh
# Runs a fuzz target: fuzz.sh TARGET CORPUS DICTIONARY [FLAG]..., for 30 seconds unless a flag says
# otherwise (-max_total_time=S). New inputs are kept beside the target, in TARGET.found; those that
# fail in TARGET.failed; then the exit status is 1.
target=$1 corpus=$2 dictionary=$3
shift 3
mkdir -p "$target.found" "$target.failed"
exec "$target" "$target.found" "$corpus" -dict="$dictionary" -artifact_prefix="$target.failed/" \
  -max_total_time=30 -max_len=16384 -timeout=10 -report_slow_units=3 -rss_limit_mb=2048 \
  -malloc_limit_mb=512 -print_final_stats=1 -error_exitcode=1 -verbosity=1 "$@"

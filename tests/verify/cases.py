#!/usr/bin/env python3
"""The sample of right and faulty programs in ../shared/verify: cases.py SDYC. Skipped where it is absent."""
import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).resolve().parents[3] / "shared/verify/check.py"
SKIPPED = 77
sys.exit(subprocess.run([sys.executable, CHECK, "--sdyc", sys.argv[1]], check=False).returncode if CHECK.exists() else SKIPPED)

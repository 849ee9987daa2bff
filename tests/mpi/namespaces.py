#!/usr/bin/env python3
"""Two ranks of MPI on two hosts that are network namespaces: namespaces.py [--latency SECONDS] COMMAND...

The hosts are joined by a link whose packets this process passes on, so late as --latency says: what `tc qdisc add ... netem
delay` does where the system has that. Rank 0 runs COMMAND in one, rank 1 in the other, by TCP. Needs root, iproute2, Open MPI.
"""
import argparse
import collections
import fcntl
import os
import select
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
LARGEST = 65000
CLOSE = 300e-6  # seconds before a packet is due in which its time is waited for awake


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Link:
    """Two namespaces and what passes between them, for as long as a `with` lasts."""

    def __init__(self, latency):
        number = os.getpid()
        self.latency = latency
        self.spaces = [f"sdyc{number}a", f"sdyc{number}b"]
        self.devices = [f"sd{number}a", f"sd{number}b"]
        self.addresses = ["10.77.0.1", "10.77.0.2"]
        self.files = []
        self.ended = False

    def __enter__(self):
        try:
            for end in (0, 1):
                self.open_end(end)
        except BaseException:
            self.remove()
            raise
        self.thread = threading.Thread(target=self.relay, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended = True
        self.thread.join()
        self.remove()

    def open_end(self, end):
        space, device = self.spaces[end], self.devices[end]
        ip("netns", "add", space)
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        self.files.append(file)
        fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TUN | IFF_NO_PI))
        ip("link", "set", device, "netns", space)
        ip("-n", space, "address", "add", self.addresses[end], "peer", self.addresses[1 - end], "dev", device)
        ip("-n", space, "link", "set", device, "mtu", str(LARGEST), "up")
        ip("-n", space, "link", "set", "lo", "up")

    def remove(self):
        for file in self.files:
            os.close(file)
        for space in self.spaces:
            subprocess.run(["ip", "netns", "del", space], capture_output=True)

    def relay(self):
        late = collections.deque()  # (when it is due, the end it goes to, packet), in this order
        while not self.ended:
            left = late[0][0] - time.monotonic() if late else 0.1
            ready, _, _ = select.select(self.files, [], [], max(0, left - CLOSE))
            for file in ready:
                self.take(file, late)
            while late and late[0][0] <= time.monotonic():
                _, end, packet = late.popleft()
                try:
                    os.write(self.files[end], packet)
                except OSError:  # no room: it is lost, as on any link
                    pass

    def take(self, file, late):
        try:
            while True:
                packet = os.read(file, LARGEST + 100)
                late.append((time.monotonic() + self.latency, 1 - self.files.index(file), packet))
        except BlockingIOError:
            pass

    def mpirun(self, folder):
        """The words before a command that two ranks run."""
        agent = Path(folder) / "agent"
        agent.write_text(f'#!/bin/sh\nshift\nexec ip netns exec {self.spaces[1]} sh -c "$*"\n')
        agent.chmod(0o755)
        net = "10.77.0.0/24"
        choices = {"plm_rsh_agent": agent, "btl": "self,tcp", "btl_tcp_if_include": net, "oob_tcp_if_include": net}
        words = [word for name, value in choices.items() for word in ("--mca", name, str(value))]
        return ["ip", "netns", "exec", self.spaces[0], "mpirun", "--allow-run-as-root", *words, "--bind-to", "none",
                "--host", ",".join(f"{address}:1" for address in self.addresses), "-np", "2"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Link(options.latency) as link:
        sys.exit(subprocess.run([*link.mpirun(folder), *options.command], check=False).returncode)


if __name__ == "__main__":
    main()

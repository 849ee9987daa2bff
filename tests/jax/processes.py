#!/usr/bin/env python3
"""sdyc as a device of JAX in several processes, which jax.distributed has made: processes.py PLUGIN [TRANSPORT]

Two processes of two devices each, then four, find each other by a port of this machine, and every test runs in all of them at
once: what devices there are, sums, products and permutes between processes on meshes in several orders, programs on the devices
of some of them, and JAX's own helpers. Then one of three is killed, or stopped, and the others have to name it and to end well, also
where it is the coordinator. With a transport (SDYC_TRANSPORT) two processes have all tests, one of three is killed, and one of two gives
up. Skipped without JAX.
"""
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import start

LOCAL = 2  # devices of a process
LIMIT = 240
# Which process sends itself what, what is said of it, and within how many seconds.
LOST = {"killed": (1, signal.SIGKILL, "is gone", 2), "stopped": (1, signal.SIGSTOP, "has said nothing", 18),
        "coordinator killed": (0, signal.SIGKILL, "is gone", 2)}
SILENCE = 10  # seconds, of those who have to notice that one is stopped: longer than a busy machine leaves one without time


# --- inside -----------------------------------------------------------------------------------------------------------------------


def put(mesh, value, *spec):
    import jax
    from jax.sharding import NamedSharding, PartitionSpec as P

    return jax.make_array_from_callback(value.shape, NamedSharding(mesh, P(*spec)), lambda index: value[index])


def check_parts(array, want):
    import numpy as np

    assert array.addressable_shards
    for shard in array.addressable_shards:
        np.testing.assert_allclose(np.asarray(shard.data), want[shard.index], rtol=1e-4, atol=1e-2 * max(1e-3, float(np.abs(want).max()) * 1e-3))


def meshes():
    """The devices in a row, of each process one after the other, and backwards."""
    import jax
    import numpy as np
    from jax.sharding import Mesh

    devices = np.array(jax.devices())
    yield Mesh(devices, ("all",))
    yield Mesh(devices.reshape(-1, LOCAL).T.reshape(-1), ("all",))
    yield Mesh(devices[::-1], ("all",))


def test_devices():
    import jax

    assert [device.id for device in jax.devices()] == list(range(jax.device_count()))
    assert [device.process_index for device in jax.devices()] == [i // LOCAL for i in range(jax.device_count())]
    assert [device.id for device in jax.local_devices()] == [LOCAL * jax.process_index() + i for i in range(LOCAL)]
    assert [device.local_hardware_id for device in jax.local_devices()] == list(range(LOCAL))


def test_sums():
    import jax
    import numpy as np
    from jax.sharding import NamedSharding, PartitionSpec as P

    value = np.arange(jax.device_count() * 15, dtype=np.float32).reshape(-1, 5)
    for mesh in meshes():
        array = put(mesh, value, "all")
        check_parts(array, value)
        total = jax.jit(lambda v: v.sum(0), out_shardings=NamedSharding(mesh, P()))(array)
        check_parts(total, value.sum(0))
        whole = jax.jit(lambda v: v, out_shardings=NamedSharding(mesh, P()))(array)
        check_parts(whole, value)
        turned = jax.jit(lambda v: v.T, out_shardings=NamedSharding(mesh, P(None, "all")))(array)
        check_parts(turned, value.T)


def test_products():
    """Layers cut over processes and devices, in both orders, with their gradients."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh

    rng = np.random.default_rng(1)
    x, w, v = (rng.normal(size=size).astype(np.float32) for size in ((8, 16), (16, 32), (32, 16)))
    grid = np.array(jax.devices()).reshape(-1, LOCAL)
    for mesh in Mesh(grid, ("data", "model")), Mesh(grid.T, ("data", "model")):
        xs, ws, vs = put(mesh, x, "data", None), put(mesh, w, None, "model"), put(mesh, v, "model", None)

        def loss(ws, vs, xs):
            return jnp.sum((jnp.maximum(xs @ ws, 0) @ vs) ** 2)

        value, (dw, dv) = jax.jit(jax.value_and_grad(loss, (0, 1)))(ws, vs, xs)
        h = np.maximum(x @ w, 0)
        y = h @ v
        np.testing.assert_allclose(float(value), np.sum(y**2), rtol=1e-4)
        check_parts(dv, h.T @ (2 * y))
        check_parts(dw, x.T @ (((2 * y) @ v.T) * (h > 0)))


def test_permutes():
    import jax
    import numpy as np
    from jax.sharding import PartitionSpec as P

    count = jax.device_count()
    value = np.arange(count * 4, dtype=np.float32).reshape(count, 4)
    for mesh in meshes():
        def ring(v):
            return jax.lax.ppermute(v, "all", [(i, (i + 1) % count) for i in range(count)])

        turned = jax.jit(jax.shard_map(ring, mesh=mesh, in_specs=P("all"), out_specs=P("all")))(put(mesh, value, "all"))
        check_parts(turned, np.roll(value, 1, axis=0))

        def numbers(v):
            return v + jax.lax.axis_index("all") + jax.lax.psum(v, "all")

        many = jax.jit(jax.shard_map(numbers, mesh=mesh, in_specs=P("all"), out_specs=P("all")))(put(mesh, value, "all"))
        check_parts(many, value + np.arange(count)[:, None] + value.sum(0))


def test_some():
    """The devices of all processes but one; and those of this one alone."""
    import jax
    import numpy as np
    from jax.sharding import Mesh

    some = jax.devices()[LOCAL:]
    value = np.arange(len(some) * 3, dtype=np.float32).reshape(-1, 3)
    if jax.process_index() > 0:
        array = put(Mesh(np.array(some), ("some",)), value, "some")
        check_parts(jax.jit(lambda v: v - v.mean(0))(array), value - value.mean(0))
    own = put(Mesh(np.array(jax.local_devices()), ("own",)), value[:LOCAL], "own")
    np.testing.assert_allclose(np.asarray(jax.jit(lambda v: v.sum(0))(own)), value[:LOCAL].sum(0))


def test_helpers():
    import jax
    import numpy as np
    from jax.experimental import multihost_utils

    own = np.arange(3) + 10 * jax.process_index()
    want = np.stack([np.arange(3) + 10 * i for i in range(jax.process_count())])
    np.testing.assert_array_equal(multihost_utils.process_allgather(own), want)
    np.testing.assert_array_equal(multihost_utils.broadcast_one_to_all(own), want[0])
    multihost_utils.sync_global_devices("all")
    try:
        multihost_utils.assert_equal(own, "they differ")
        raise RuntimeError("a difference was not found")
    except AssertionError:
        pass


def test_callbacks():
    """What stands on one device is called by its process alone; on each device, by each."""
    import jax
    import numpy as np
    from jax.sharding import PartitionSpec as P

    for mesh in meshes():
        value, seen = np.arange(jax.device_count() * 2, dtype=np.float32), []
        array = put(mesh, value, "all")

        @jax.jit
        def once(v):
            jax.debug.callback(lambda whole: seen.append(np.asarray(whole)), v)
            return v + 1

        jax.block_until_ready(once(array))
        jax.effects_barrier()
        owner = mesh.devices.flat[0].process_index
        assert len(seen) == (jax.process_index() == owner), seen
        assert all((whole == value).all() for whole in seen)

        def each(v):
            jax.debug.callback(lambda part: seen.append(float(part)), v.sum())
            return v

        seen.clear()
        jax.block_until_ready(jax.jit(jax.shard_map(each, mesh=mesh, in_specs=P("all"), out_specs=P("all")))(array))
        jax.effects_barrier()
        assert sorted(seen) == sorted(float(shard.data.sum()) for shard in array.addressable_shards), seen


def test_transfers():
    """Arrays go from the devices of one process to those of another, which compute with them at once."""
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    value = np.arange(LOCAL * 6, dtype=np.float32).reshape(-1, 3)
    first, last = (np.array([d for d in jax.devices() if d.process_index == i]) for i in (0, jax.process_count() - 1))
    for spec in P("own"), P():
        there = jax.device_put(jax.device_put(value, NamedSharding(Mesh(first, ("own",)), spec)), NamedSharding(Mesh(last, ("own",)), spec))
        if there.addressable_shards:
            check_parts(jax.jit(lambda v: v * 2)(there), value * 2)
            check_parts(there, value)


def test_transfers_of_all_kinds():
    """Several arrays at once, of narrow and of large types, empty, not computed yet, in columns of one tensor, and half of each to the own process."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    first, second = (np.array([d for d in jax.devices() if d.process_index == i]) for i in (0, 1))
    values = [np.arange(LOCAL * 3000, dtype=np.float32).reshape(LOCAL, -1), np.zeros((LOCAL, 0), np.int8), np.arange(LOCAL * 2, dtype=jnp.int4),
              np.arange(LOCAL * 1200).reshape(40, LOCAL * 30).astype(np.complex64)]
    specs = [P("own"), P("own"), P("own"), P(None, "own")]
    for devices in second, np.array([second[0], first[0]]):
        here, there = ([NamedSharding(Mesh(some, ("own",)), spec) for spec in specs] for some in (first, devices))
        sent = jax.device_put(values, here)
        if jax.process_index() == 0:
            sent = [jax.jit(lambda v: v + v)(array) for array in sent]
        for value, array in zip(values, jax.device_put(sent, there)):
            for shard in array.addressable_shards:
                np.testing.assert_array_equal(np.asarray(shard.data), (value + value)[shard.index])


def test_any_order():
    """Devices of processes that no axes lead between, on one mesh and from one to another."""
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    devices = np.array(jax.devices())
    value = np.arange(len(devices) * 6, dtype=np.float32).reshape(-1, 3)
    mixed = Mesh(devices[[0, 2, 3, 1, *range(4, len(devices))]], ("all",))
    array = put(mixed, value, "all")
    check_parts(jax.jit(lambda v: v + 1)(array), value + 1)
    check_parts(jax.jit(lambda v: v.sum(0), out_shardings=NamedSharding(mixed, P()))(array), value.sum(0))
    check_parts(jax.jit(lambda v: v @ v.T, out_shardings=NamedSharding(mixed, P(None, "all")))(array), value @ value.T)
    for mesh in meshes():
        check_parts(jax.device_put(array, NamedSharding(mesh, P("all"))), value)
        check_parts(jax.device_put(put(mesh, value, "all"), NamedSharding(mixed, P("all"))), value)
        check_parts(jax.device_put(put(mesh, value, "all"), NamedSharding(mixed, P())), value)


def test_unequal():
    """Processes have unequal shares of the devices, which make up rows and columns of a mesh or none."""
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    devices = np.array(jax.devices()[:-1])
    value = np.arange(len(devices) * 8, dtype=np.float32).reshape(-1, 4)
    mesh = Mesh(devices, ("all",))
    array = put(mesh, value, "all")
    total = jax.jit(lambda v: (v * 2, v.sum(0)), out_shardings=(NamedSharding(mesh, P("all")), NamedSharding(mesh, P())))
    for _ in range(3):
        doubled, summed = total(array)
        check_parts(doubled, value * 2)
        check_parts(summed, value.sum(0))
    if len(devices) >= 6 and jax.process_index() < 3:
        mesh = Mesh(devices[[0, 1, 2, 4, 5, 3]].reshape(3, 2), ("x", "y"))
        value = np.arange(36, dtype=np.float32).reshape(6, 6)
        array = put(mesh, value, "x", "y")
        ring = jax.shard_map(lambda v: jax.lax.psum(v, "x") + jax.lax.ppermute(v, "y", [(0, 1), (1, 0)]), mesh=mesh, in_specs=P("x", "y"),
                             out_specs=P("x", "y"))
        check_parts(jax.jit(ring)(array), np.tile(value.reshape(3, 2, 6).sum(0), (3, 1)) + np.roll(value, 3, 1))


def wait_for_lost(number, lost, sent, said, limit):
    """Process `lost` sends itself a signal in the midst; the others say so in time, and what they have by themselves goes on."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    mesh = Mesh(np.array(jax.devices()), ("all",))
    array = put(mesh, np.ones((jax.device_count(), 8), np.float32), "all")
    step = jax.jit(jnp.sum, out_shardings=NamedSharding(mesh, P()))
    for turn in range(100):
        if turn == 20 and number == lost:
            os.kill(os.getpid(), sent)
        begin = time.monotonic()
        try:
            jax.block_until_ready(step(array))
        except jax.errors.JaxRuntimeError as error:
            late = time.monotonic() - begin
            assert f"process {lost} {said}" in str(error), error
            assert late < limit, f"{late} s"
            time.sleep(0 if lost else 1)  # by now JAX would have ended the process
            assert float(jax.jit(lambda v: v + 1)(jax.device_put(1.0, jax.local_devices()[0]))) == 2
            print("named", flush=True)
            time.sleep(5 if number == 0 else 0)  # the end of the coordinator would be that of the others
            sys.exit(0)  # JAX would wait for the one that is gone, and after a minute end by a signal
    raise AssertionError("nobody has noticed")


def wait_for_refused(number):
    """What process 0 was to send is not computed; process 1 is told why nothing comes."""
    import jax
    import jax.numpy as jnp

    def fail(_):
        raise ValueError("there is no bread")

    first, second = jax.devices()[0], jax.devices()[LOCAL]
    array = jax.device_put(jnp.ones(3), first)
    if number == 0:
        array = jax.jit(lambda v: jax.pure_callback(fail, v, v))(array)
    there = jax.device_put(array, second)
    try:
        jax.block_until_ready(there if number == 1 else array)
    except jax.errors.JaxRuntimeError as error:
        assert "there is no bread" in str(error) and (number == 0 or "process 0 has given up" in str(error)), error
        time.sleep(5 if number == 0 else 0)
        sys.exit(0)
    raise AssertionError("nobody has noticed")


def inside(number, count, port, kind):
    import jax

    jax.distributed.initialize(f"127.0.0.1:{port}", count, number, heartbeat_timeout_seconds=60, initialization_timeout=120)
    assert jax.devices()[0].platform == "sdyc" and jax.process_count() == count and jax.process_index() == number
    if kind in LOST:
        wait_for_lost(number, *LOST[kind])
    if kind == "refused":
        wait_for_refused(number)
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"process {number}: {name}", flush=True)
    jax.distributed.shutdown()


# --- outside ----------------------------------------------------------------------------------------------------------------------


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def run(plugin, count, kind):
    port = free_port()
    path = os.pathsep.join([str(start.REPOSITORY / "python"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    own = {"SDYC_DEVICES": str(LOCAL), "JAX_PLATFORMS": "sdyc", "SDYC_PLUGIN": plugin, "PYTHONPATH": path, "TF_CPP_MIN_LOG_LEVEL": "2"}
    if kind == "stopped":
        own["SDYC_SILENCE"] = str(SILENCE)
    processes = [subprocess.Popen([sys.executable, __file__, "--inside", str(number), str(count), str(port), kind], env={**os.environ, **own},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for number in range(count)]
    try:
        for process in processes[2:] if kind == "stopped" else ():
            process.wait(LIMIT)
        if kind == "stopped":
            processes[0].wait(LIMIT)
            processes[1].kill()
        texts = [process.communicate(timeout=LIMIT)[0] for process in processes]
    except subprocess.TimeoutExpired:
        for process in processes:
            process.kill()
        texts = [process.communicate()[0] for process in processes]
    statuses = [process.returncode for process in processes]
    lost = LOST[kind][0] if kind in LOST else None
    want = [-signal.SIGKILL if number == lost else 0 for number in range(count)]
    if statuses != want:
        print("\n".join(texts))
        sys.exit(f"processes.py: {count} processes, {kind}: they end with {statuses}")
    print(f"{count} processes of {LOCAL} devices, {kind}: passed")


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        inside(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
    else:
        start.need_jax()
        library = str(Path(sys.argv[1]).resolve())
        if len(sys.argv) > 2:
            os.environ["SDYC_TRANSPORT"] = sys.argv[2]
            for count, kind in (2, "tests"), (3, "killed"), (2, "refused"):
                run(library, count, kind)
            sys.exit(0)
        run(library, 2, "tests")
        run(library, 4, "tests")
        run(library, 3, "killed")
        run(library, 3, "stopped")
        run(library, 3, "coordinator killed")
        run(library, 2, "refused")

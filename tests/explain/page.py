#!/usr/bin/env python3
"""The page of `sdyc explain --html` in headless Chromium: page.py SDYC FILE.

Clicks, presses keys and reads what appears, through chromedriver (Debian: chromium, chromium-driver),
whose protocol is JSON over HTTP. Skipped, with a message, where either is absent.
"""
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

SKIPPED = 77
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
ARROW_DOWN, ENTER = "\ue015", "\ue007"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Browser:
    """One headless window."""

    def __init__(self, profile):
        port = free_port()
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.wait_for_driver()
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--user-data-dir={profile}", "--window-size=1400,900"]
        options = {"goog:chromeOptions": {"args": arguments},
                   "goog:loggingPrefs": {"browser": "ALL"}}
        created = self.call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self.base += "/session/" + created["sessionId"]
        self.call("POST", "/timeouts", {"implicit": 5000})  # what a key brings may come a little later

    def wait_for_driver(self):
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"},
                                         method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def open(self, path):
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": path.as_uri()})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return "/element/" + found[ELEMENT]

    def click(self, selector):
        self.call("POST", self.find(selector) + "/click", {})

    def type(self, selector, text):
        self.call("POST", self.find(selector) + "/value", {"text": text})

    def text(self, selector):
        """The text of the first such element as it is drawn, read in one step: the page may put another in its place at any time."""
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector).replace("\u00a0", " ").strip()

    def text_once(self, selector, accepted):
        """The text once it is accepted, or what is there after five seconds."""
        for _ in range(100):
            if accepted(self.text(selector)):
                break
            time.sleep(0.05)
        return self.text(selector)

    def complaints(self):
        log = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


PROGRAM = """sdy.mesh @mesh = <["x"=2, "y"=4]>
// <script>alert(1)</script> %a "quoted"
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.custom_call @"<img src=x onerror=document.title=1>&"(%0) : (tensor<8x32xf32>) -> tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}
"""
UNEVEN = """sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> tensor<6x8xf32> {
  return %a : tensor<6x8xf32>
}
"""
UNREDUCED = """sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @sum(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}], unreduced={"y"}>]>} : (tensor<8x16xf32>) -> tensor<8xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
"""
SUMMED = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %z: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
LARGE_MESH = """sdy.mesh @mesh = <["x"=1024, "y"=1024]>
func.func @main(%a: tensor<2048x4096x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)32}, {}]>}) -> tensor<2048x4096x8xf32> {
  return %a : tensor<2048x4096x8xf32>
}
"""


def layered_program(layers):
    """As many lines as a real program, each of which the first argument shards."""
    lines = ['sdy.mesh @mesh = <["x"=2]>',
             'func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {',
             "  %0 = stablehlo.tanh %a : tensor<8x8xf32>"]
    lines += [f"  %{i} = stablehlo.add %{i - 1}, %a : tensor<8x8xf32>" for i in range(1, layers)]
    return "\n".join(lines + [f"  return %{layers - 1} : tensor<8x8xf32>", "}", ""])


class PageTest(unittest.TestCase):
    sdyc = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = Browser(Path(cls.folder.name) / "profile")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def open(self, text):
        source = Path(self.folder.name) / "a<b>.mlir"
        page = source.with_name("page.html")
        source.write_text(text)
        subprocess.run([self.sdyc, "explain", source, f"--html={page}"], check=True)
        self.browser.open(page)
        return page.read_text()

    def id_of(self, name):
        return self.browser.run("return data.values.find(v => v.name === arguments[0]).id", name)

    def assert_chosen(self, name):
        """The panel tells of the value: perhaps a moment later, when the page has heard of its new address."""
        self.assertEqual(self.browser.text_once("#panel h2", lambda text: text == name), name)

    def choose(self, name):
        self.browser.click(f"#v{self.id_of(name)}")
        self.assert_chosen(name)

    def assert_panel(self, part):
        self.assertIn(part, self.browser.text_once("#panel", lambda text: part in text))

    def test_click_shows_history_and_drawing(self):
        self.open(PROGRAM)
        self.choose("%0")
        text = self.browser.text("#panel")
        self.assertIn("each device holds 4×8", text)
        self.assertIn("given by the sharding of the argument", text)
        self.assertIn("by factor j of stablehlo.dot_general (line 5)", text)
        cells = self.browser.run("return [...document.querySelectorAll('svg text')].map(t => t.textContent)")
        for device in range(8):
            self.assertIn(str(device), cells)
        self.assertTrue(self.browser.run("return document.querySelectorAll('#program .chosen').length > 1"))
        self.assertEqual(self.browser.complaints(), [])

    def test_what_devices_hold_is_told(self):
        self.open(PROGRAM)
        self.choose("%0")
        self.assert_panel("What a device holds")
        self.assert_panel("stablehlo.dot_general, tensor<4x8xf32>: dimension 0 cut along x; dimension 1 cut along y")

    def test_a_use_leads_to_its_value_and_links_lead_on(self):
        self.open(PROGRAM)
        self.browser.click(f"#program i[data-v='{self.id_of('%b')}']")
        self.assert_chosen("%b")
        self.choose("%0")
        self.browser.click(f"#panel a[href='#v{self.id_of('%a')}']")
        self.assert_chosen("%a")

    def test_keys_move_between_values(self):
        self.open(PROGRAM)
        self.browser.type("body", ARROW_DOWN)
        self.assert_chosen("%a")
        self.browser.type(f"#v{self.id_of('%a')}", ARROW_DOWN)
        self.assert_chosen("%b")
        self.assertEqual(self.browser.run("return document.activeElement.id"), f"v{self.id_of('%b')}")
        self.browser.type("#find", "1" + ENTER)
        self.assert_chosen("%1")

    def test_names_of_the_input_are_text(self):
        page = self.open(PROGRAM)
        self.choose("%1")
        self.assert_panel('@<img src=x onerror=document.title=1>&')
        self.assertEqual(self.browser.run("return document.images.length"), 0)
        self.assertNotIn("<script>alert", page)
        self.assertEqual(self.browser.run("return document.title"), self.browser.text("h1").join(["sdyc explain: ", ""]))
        self.assertNotRegex(page, r"(?:src|href)=\"?(?:https?:)?//")
        self.assertEqual(self.browser.complaints(), [])

    def test_shardings_are_named_without_colour(self):
        self.open(PROGRAM)
        chip = self.browser.text_once(f"#v{self.id_of('%0')} s", bool)  # lines are drawn a little later
        self.assertEqual(re.sub(r"\s+", " ", chip), "x y")

    def test_a_million_devices_are_drawn_in_part(self):
        self.open(LARGE_MESH)
        self.choose("%a")
        texts = self.browser.run("return [...document.querySelectorAll('svg text')].map(t => t.textContent)")
        self.assertLess(len(texts), 100)
        self.assertIn("\u2026", texts)
        # The first part is on devices 0 to 31, the last on those before 2^20.
        self.assertIn("0\u201331", texts)
        self.assertIn(f"{2**20 - 32}\u2013{2**20 - 1}", texts)
        # No text is wider than its cell.
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('svg rect + text')].filter(t => "
                                          "t.getBBox().width > t.previousSibling.getBBox().width).length"), 0)

    def test_long_programs_are_drawn(self):
        """What takes longer than the program is long does not end within the limit of the suite."""
        self.open(layered_program(5000))
        self.choose("%a")
        self.browser.run("location.hash = 'v' + arguments[0]; choose()", self.id_of("%4999"))
        self.assert_chosen("%4999")

    def test_the_field_takes_names_as_the_command_does(self):
        self.open(PROGRAM)
        for text, label in [("@main:0", "@main:0"), ("@main:arg1", "%b"), ("0", "%0"), ("@main:%1", "%1")]:
            self.browser.run("document.getElementById('find').value = ''")
            self.browser.type("#find", text + ENTER)
            self.assert_chosen(label)
        self.browser.type("#find", "9" + ENTER)
        self.assertEqual(self.browser.run("return document.getElementById('find').validationMessage"),
                         "No value is called @main:%19.")

    def test_what_was_taken_away_is_told(self):
        self.open(UNEVEN)
        self.choose("%a")
        self.assert_panel('It was sharded along "x" before: inputs and outputs keep only')
        self.assert_panel("Dimension 1 (8): not sharded")

    def test_partial_results_are_marked(self):
        self.open(UNREDUCED)
        for chip in (f"#v{self.id_of('%0')} s", "#panel s"):
            self.choose("%0")
            self.assertEqual(self.browser.run("return document.querySelector(arguments[0]).lastChild.className", chip), "c1 sum")
        self.assert_panel("Along \"y\" devices hold partial results")
        # Devices as the mesh numbers them.
        texts = self.browser.run("return [...document.querySelectorAll('svg text')].map(t => t.textContent)")
        self.assertIn("7 6 5 4", texts)

    def test_what_the_partitioned_program_costs(self):
        self.open(SUMMED)
        closed = self.browser.run("return document.getElementById('costs').open")
        self.browser.click("#costs summary")
        rows = self.browser.run("return [...document.querySelectorAll('#costs table:first-of-type tr')]"
                                ".map(r => [...r.children].map(c => c.textContent))")
        self.assertFalse(closed)
        self.assertEqual([row[:5] for row in rows[1:]], [["3", "all_reduce", '"x"', "1 of 2", "tensor<4xf32>"]])
        self.assertIn("(line 3) sums over what is sharded", rows[1][8])

    def test_narrow_windows(self):
        page = self.open(PROGRAM)
        self.assertIn("viewport", page)
        try:
            self.browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
                "width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False}})
            self.choose("%0")
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 400)
            program, panel = (self.browser.run(f"return document.getElementById('{name}').getBoundingClientRect().toJSON()")
                              for name in ("program", "panel"))
            self.assertGreater(program["height"], 200)
            self.assertGreater(panel["height"], 200)
            self.assertGreaterEqual(panel["top"], program["bottom"] - 1)
        finally:
            self.browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}})

    def test_dark(self):
        self.open(PROGRAM)
        background = "return getComputedStyle(document.body).backgroundColor"
        light = self.browser.run(background)
        self.browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}]}})
        self.assertNotEqual(self.browser.run(background), light)


def main():
    missing = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    if missing:
        print(f"skipped: {' and '.join(missing)} not installed")
        sys.exit(SKIPPED)
    PageTest.sdyc = sys.argv.pop(1)
    unittest.main()


if __name__ == "__main__":
    main()

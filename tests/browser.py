# SPDX-License-Identifier: MIT
"""Debian's chromium without a window, by its own protocol over a pipe: what a page looks like and what it complains of."""
import base64
import json
import os
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory()
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()
        # the browser speaks on 3 and 4
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "sh", program, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", "--no-first-run", "--disable-dev-shm-usage", f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(to_read, to_write), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.ask(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            part = os.read(self.back, 1 << 20)
            if not part:
                raise EOFError("the browser is gone")
            self.rest += part
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, **params):
        self.number += 1
        text = {"id": self.number, "method": method, "params": params}
        if self.session:
            text["sessionId"] = self.session
        os.write(self.to, json.dumps(text).encode() + b"\0")
        while True:
            got = self.message()
            if got.get("id") == self.number:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']}")
                return got["result"]
            self.events.append(got)

    def show(self, path, width, height, dark=False, media=""):
        """Opens a file; returns what the console said and what was fetched beside it."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.ask("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events = []
        url = "file://" + os.path.abspath(path)
        self.ask("Page.navigate", url=url)
        end = time.time() + 30
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events) and time.time() < end:
            self.events.append(self.message())
        self.run("1")
        said = [e["params"] for e in self.events if e.get("method") in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")]
        fetched = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return said, [u for u in fetched if u != url]

    def run(self, script):
        got = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in got:
            raise RuntimeError(got["exceptionDetails"]["text"] + str(got["exceptionDetails"].get("exception", {}).get("description")))
        return got["result"].get("value")

    def picture(self, path, whole=True):
        data = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"] if not whole else self.whole()
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))

    def whole(self):
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        return self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]

    def close(self):
        try:
            self.session = None
            self.ask("Browser.close")
        except (EOFError, OSError):
            pass
        self.process.wait(timeout=20)
        os.close(self.to)
        os.close(self.back)
        self.profile.cleanup()

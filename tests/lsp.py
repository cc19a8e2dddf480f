# SPDX-License-Identifier: MIT
"""A client of `cfglint server`, for tests and bench: Client(EXE, FOLDER) speaks with one; texts are applied as an editor does it."""
import json
import os
import queue
import subprocess
import threading
import urllib.parse


def uri(path):
    return 'file://' + urllib.parse.quote(path)


def path_of(address):
    return urllib.parse.unquote(address[len('file://'):])


def width(text, unit):
    """Columns that the text takes."""
    return {'utf-8': len(text.encode('utf-8', 'surrogatepass')), 'utf-16': len(text.encode('utf-16-le', 'surrogatepass')) // 2, 'utf-32': len(text)}[unit]


def offset(text, place, unit):
    """Of a position of the protocol, in code points."""
    lines = text.split('\n')
    line = lines[place['line']].rstrip('\r')
    n = 0
    while n < len(line) and width(line[:n], unit) < place['character']:
        n += 1
    return sum(len(x) + 1 for x in lines[:place['line']]) + n


def place(text, at, unit):
    line = text.count('\n', 0, at)
    return {'line': line, 'character': width(text[text.rfind('\n', 0, at) + 1:at], unit)}


def edited(text, edits, unit):
    spans = sorted(((offset(text, e['range']['start'], unit), offset(text, e['range']['end'], unit), e['newText']) for e in edits), reverse=True)
    for lo, hi, new in spans:
        text = text[:lo] + new + text[hi:]
    return text


class Client:
    def __init__(self, exe, folder, can=None, args=(), unit='utf-16', options=None, env=None):
        self.unit, self.folder, self.last = unit, folder, 0
        self.process = subprocess.Popen([exe, 'server', *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                                        env=env)
        self.came, self.told, self.text, self.version, self.said = queue.Queue(), [], {}, {}, []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True).start()
        can = dict(can or {})
        can.setdefault('general', {})['positionEncodings'] = [unit]
        self.can = self.ask('initialize', {'processId': None, 'rootUri': uri(folder), 'capabilities': can, 'initializationOptions': options or {}})
        self.tell('initialized', {})

    def _read(self):
        out = self.process.stdout
        while True:
            size = None
            while (line := out.readline()) not in (b'\r\n', b''):
                if line.lower().startswith(b'content-length:'):
                    size = int(line.split(b':')[1])
            if size is None:
                self.came.put(None)
                return
            self.came.put(json.loads(out.read(size)))

    def send(self, *messages):
        whole = b''
        for m in messages:
            body = json.dumps(dict(m, jsonrpc='2.0')).encode()
            whole += b'Content-Length: %d\r\n\r\n' % len(body) + body
        self.process.stdin.write(whole)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({'method': method, 'params': params})

    def take(self, seconds=60):
        m = self.came.get(timeout=seconds)
        if m is None:
            raise EOFError('the server has gone: ' + b''.join(self.said).decode(errors='replace'))
        if 'method' in m:
            self.told.append(m)
        return m

    def wait(self, number):
        """The answer to the request with that number, whole."""
        while True:
            m = self.take()
            if m.get('id') == number and 'method' not in m:
                return m

    def request(self, method, params):
        self.last += 1
        self.send({'id': self.last, 'method': method, 'params': params})
        return self.wait(self.last)

    def ask(self, method, params):
        m = self.request(method, params)
        if 'error' in m:
            raise RuntimeError(f"{method}: {m['error']}")
        return m['result']

    # --- documents
    def open(self, path, text=None):
        if text is None:
            with open(path, encoding='utf-8', newline='') as f:
                text = f.read()
        self.text[path], self.version[path] = text, self.version.get(path, 0) + 1
        self.tell('textDocument/didOpen', {'textDocument': {'uri': uri(path), 'languageId': 'python', 'version': self.version[path], 'text': text}})

    def change(self, path, *edits):
        """Edits (lo, hi, text) in code points, one after the other; or a whole text."""
        changes = []
        for e in edits:
            if isinstance(e, str):
                changes.append({'text': e})
                self.text[path] = e
                continue
            lo, hi, new = e
            t = self.text[path]
            changes.append({'range': {'start': place(t, lo, self.unit), 'end': place(t, hi, self.unit)}, 'text': new})
            self.text[path] = t[:lo] + new + t[hi:]
        self.version[path] += 1
        self.tell('textDocument/didChange', {'textDocument': {'uri': uri(path), 'version': self.version[path]}, 'contentChanges': changes})

    def close(self, path):
        self.tell('textDocument/didClose', {'textDocument': {'uri': uri(path)}})

    def published(self, path, times=1):
        """The next diagnostics of its present version; with times=2 those that include what inherits from it."""
        while times:
            m = self.take()
            if m.get('method') == 'textDocument/publishDiagnostics' and m['params']['uri'] == uri(path):
                times -= m['params'].get('version') in (None, self.version[path])
        return m['params']['diagnostics']

    def at(self, path, word, n=0, inside=1):
        """Parameters of a request about the n-th place of a word."""
        at = -1
        for _ in range(n + 1):
            at = self.text[path].index(word, at + 1)
        return {'textDocument': {'uri': uri(path)}, 'position': place(self.text[path], at + inside, self.unit)}

    def marked(self, path, diagnostic):
        t, r = self.text[path], diagnostic['range']
        return t[offset(t, r['start'], self.unit):offset(t, r['end'], self.unit)]

    def actions(self, path, at, only=None):
        context = {'diagnostics': []}
        if only:
            context['only'] = only
        return self.ask('textDocument/codeAction', {'textDocument': {'uri': uri(path)}, 'range': at, 'context': context})

    def apply(self, edit):
        """A WorkspaceEdit, on open documents; returns what it makes of all files."""
        files = edit.get('changes') or {c['textDocument']['uri']: c['edits'] for c in edit['documentChanges']}
        out = {}
        for address, edits in files.items():
            path = path_of(address)
            old = self.text.get(path)
            if old is None:
                with open(path, encoding='utf-8', newline='') as f:
                    old = f.read()
            out[path] = edited(old, edits, self.unit)
            if path in self.text:
                self.change(path, out[path])
        return out

    def end(self):
        """The exit status after a proper farewell."""
        self.ask('shutdown', None)
        self.tell('exit', None)
        return self.process.wait(30)

    def seconds(self):
        """CPU time that it has used."""
        with open(f'/proc/{self.process.pid}/stat', encoding='ascii') as f:
            return sum(map(int, f.read().rsplit(')', 1)[1].split()[11:13])) / os.sysconf('SC_CLK_TCK')

    def memory(self):
        """MB that it has in memory now."""
        with open(f'/proc/{self.process.pid}/statm', encoding='ascii') as f:
            return int(f.read().split()[1]) * os.sysconf('SC_PAGESIZE') / 1e6

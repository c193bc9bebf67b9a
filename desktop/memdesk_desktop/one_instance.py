"""One window a City: a second start hands what it was asked for to the first, and ends."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_CONNECT_MS = 400
_ANSWER_MS = 2_000
_MAX_MESSAGE = 64_000
_TAKEN = b"taken\n"


def hand_over(name: str, wish: dict[str, Any]) -> bool:
    """Give a wish to the window that has this City open; False where there is none that answers."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    socket.write(json.dumps(wish).encode() + b"\n")
    answered = socket.waitForBytesWritten(_ANSWER_MS) and socket.waitForReadyRead(_ANSWER_MS)
    taken = bool(answered) and bytes(socket.readAll().data()) == _TAKEN
    socket.disconnectFromServer()
    return taken


class OneInstance(QObject):
    """Listens for the wishes of later starts; only processes of the same user reach it."""

    wished = Signal(dict)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_server_new_connection)
        self.listens = self._server.listen(name)
        if not self.listens:
            # Nobody answered there: what is in the way was left by a process that was killed.
            QLocalServer.removeServer(name)
            self.listens = self._server.listen(name)

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _on_server_new_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > _MAX_MESSAGE:
                socket.abort()
            return
        try:
            wish = json.loads(bytes(socket.readLine(_MAX_MESSAGE).data()))
        except (ValueError, RecursionError):
            wish = None
        if isinstance(wish, dict):
            socket.write(_TAKEN)
            socket.flush()
            self.wished.emit(wish)

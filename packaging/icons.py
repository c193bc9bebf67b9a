"""Draws the program's icon as PNG files in the sizes that desktops ask for, and as a Windows icon.

Run as ``python packaging/icons.py FOLDER`` where PySide6 is installed; needs no display.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
DRAWING = Path(__file__).parents[1] / "resources" / "icons" / "memdesk.svg"


def write_icons(folder: Path) -> None:
    """Write PNG files and the drawing as ``hicolor/<size>/apps/memdesk.*`` below a folder; on Windows an icon, too."""
    QGuiApplication.instance() or QGuiApplication([])
    for size in SIZES:
        file = folder / "hicolor" / f"{size}x{size}" / "apps" / "memdesk.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not draw(size).save(str(file)):
            raise OSError(f"{file} could not be written")
    if sys.platform == "win32" and not draw(256).save(str(folder / "memdesk.ico")):
        raise OSError("The Windows icon could not be written")
    scalable = folder / "hicolor" / "scalable" / "apps" / "memdesk.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    scalable.write_bytes(DRAWING.read_bytes())


def draw(size: int) -> QImage:
    """The icon in a square of ``size`` pixels, on nothing."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


if __name__ == "__main__":
    write_icons(Path(sys.argv[1]))

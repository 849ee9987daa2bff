"""The chart of measure.py, as SVG."""

COLOURS = {"nchw": "#b7d3e9", "auto": "#1b6ca8", "blocked": "#7fb0d5", "nhwc": "#0d3f66", "XLA nchw": "#e3c27a",
           "XLA nhwc": "#c98f1c", "torch first": "#e8b4a8", "torch last": "#d98873", "frozen": "#c8634a",
           "oneDNN": "#9e3a22", "compile": "#6d2413", "constants": "#07253f"}
BAR, GAP, LEFT, WIDTH, TOP = 13, 22, 84, 400, 30


def chart(table):
    """A group of bars for each row: the least times, as parts of the longest of the group."""
    lines, y = [], TOP
    for row in table:
        devices = f", {row['devices']} devices" if row["devices"] > 1 else ""
        lines.append(f'<text x="10" y="{y + 10}" font-weight="bold">{row["network"]}, {row["pass"]}, {row["element"]}, '
                     f'batch {row["batch"]}{devices}</text>')
        y += BAR + 3
        longest = max(row["least"].values())
        for column, time in row["least"].items():
            width = WIDTH * time / longest
            lines.append(f'<text x="{LEFT - 6}" y="{y + 9}" text-anchor="end">{column}</text>'
                         f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 2}" fill="{COLOURS[column]}"/>'
                         f'<text x="{LEFT + width + 5:.1f}" y="{y + 9}">{time:.1f}</text>')
            y += BAR
        y += GAP
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{y}" '
            'font-family="sans-serif" font-size="10">', '<rect width="100%" height="100%" fill="#ffffff"/>',
            '<text x="10" y="17" font-size="13">Least time of a run, ms (less is better)</text>']
    return "\n".join(head + lines + ["</svg>"]) + "\n"

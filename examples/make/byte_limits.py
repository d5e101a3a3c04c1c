"""Plots of docs/byte-limits: mean score over the share of the source's bytes, from the results of comparisons.

python3 examples/make/byte_limits.py OUT.svg TITLE RESULTS.jsonl ["NAME -> LABEL" ...]

Each line of the results is one conversion: `converter`, `file`, `tag` (the limit asked for), `in_bytes`, `out_bytes`,
`scores` with `ssimulacra2` and `fits`. A point of a curve is a limit. Only files count that every converter has brought
under that limit with a score. "NAME -> LABEL" picks converters and what they are called; without any all are drawn.
"""

import json
import sys
from collections import defaultdict
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 360, 56, 44, 40, 150
COLORS = ["#0b6bcb", "#d1495b", "#3a7d44", "#8a5cb8", "#c77700", "#555555"]


def points(path, wanted):
    """The curve of each converter: (share of bytes, score) by limit, and how many files there were."""
    scored = defaultdict(dict)
    for line in open(path):
        row = json.loads(line)
        scores = row.get("scores") or {}
        is_sound = row["status"] == "ok" and scores.get("fits") and scores.get("ssimulacra2") is not None
        if is_sound and (not wanted or row["converter"] in wanted):
            place = (row["tag"], row["file"])
            scored[place][row["converter"]] = (row["out_bytes"] / row["in_bytes"], scores["ssimulacra2"])
    names = wanted or {name: name for found in scored.values() for name in found}
    sums = defaultdict(lambda: [0.0, 0.0, 0])
    for (tag, _), found in scored.items():
        if all(name in found for name in names):
            for name in names:
                share, score = found[name]
                total = sums[name, tag]
                total[0], total[1], total[2] = total[0] + share, total[1] + score, total[2] + 1
    curves = {label: [] for label in names.values()}
    for (name, _), (share, score, count) in sums.items():
        curves[names[name]].append((share / count, score / count))
    return {label: sorted(curve) for label, curve in curves.items() if curve}


def drawing(curves, title):
    """The plot as SVG."""
    shares = [share for curve in curves.values() for share, _ in curve]
    scores = [score for curve in curves.values() for _, score in curve]
    low, high, most = min(scores) // 10 * 10, -(-max(scores) // 10) * 10, max(shares) * 1.05
    x = lambda share: LEFT + share / most * (WIDTH - LEFT - RIGHT)
    y = lambda score: HEIGHT - BOTTOM - (score - low) / max(high - low, 1) * (HEIGHT - BOTTOM - TOP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for score in range(int(low), int(high) + 1, 10):
        out.append(f'<path d="M{LEFT} {y(score):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(score) + 4:.1f}" text-anchor="end">{score}</text>')
    for percent in range(0, int(most * 100) + 1, 10 if most > 0.3 else 5):
        out.append(f'<text x="{x(percent / 100):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{percent} %</text>')
    out.append(f'<text x="{LEFT}" y="{HEIGHT - 8}">share of the source\'s bytes; upwards: SSIMULACRA 2</text>')
    for place, (label, curve) in enumerate(curves.items()):
        color = COLORS[place % len(COLORS)]
        line = " ".join(f"{x(share):.1f},{y(score):.1f}" for share, score in curve)
        out.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        out.extend(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{color}"/>' for a, b in curve)
        height = TOP + 16 + 20 * place
        out.append(f'<rect x="{WIDTH - RIGHT + 12}" y="{height - 9}" width="12" height="4" fill="{color}"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 30}" y="{height}">{escape(label)}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    target, title, results, *names = sys.argv[1:]
    curves = points(results, dict(name.split(" -> ", 1) for name in names))
    open(target, "w").write(drawing(curves, title))
    for label, curve in curves.items():
        print(label, " ".join(f"{share:.3f}:{score:.1f}" for share, score in curve))


if __name__ == "__main__":
    main()

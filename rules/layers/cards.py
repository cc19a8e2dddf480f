# SPDX-License-Identifier: MIT
"""How long a step takes at least and at most on a card, from its data sheet."""

# TFLOPS: float32, float32 that tensor cores take (TF32; 0: none), float16 on tensor cores with float32 sums (0: none). NVIDIA's data sheets, dense.
PEAKS = {
    'p100': (9.5, 0, 0), 'p40': (11.8, 0, 0), 'gtx1080ti': (11.3, 0, 0), 'titanxp': (12.1, 0, 0), 'v100': (15.7, 0, 125), 'titanv': (14.9, 0, 110),
    't4': (8.1, 0, 65), 'rtx2080ti': (13.4, 0, 53.8), 'titanrtx': (16.3, 0, 130.5), 'rtx8000': (16.3, 0, 130.5), 'a100': (19.5, 156, 312), 'a800': (19.5, 156, 312),
    'a30': (10.3, 82, 165), 'a10': (31.2, 62.5, 125), 'a40': (37.4, 74.8, 149.7), 'a6000': (38.7, 77.4, 154.8), 'a5000': (27.8, 55.6, 111.1),
    'rtx3080': (29.8, 29.8, 59.5), 'rtx3090': (35.6, 35.6, 71), 'rtx4080': (48.7, 48.7, 97.5), 'rtx4090': (82.6, 82.6, 165.2), 'l4': (30.3, 60, 121),
    'l40': (90.5, 90.5, 181), 'l40s': (91.6, 183, 362), 'h100': (67, 494, 989), 'h800': (67, 494, 989), 'h200': (67, 494, 989), 'h20': (44, 74, 148)}
# The share of that which training reaches. Plain float32: mmdetection's model zoo (Mask R-CNN R-50 on V100, 0.43 s: 43 %), ResNet-50 on V100 (about 390 pictures
# a second: 61 %). Tensor cores: ResNet-50 on A100 with TF32 (about 800 a second: 13 %), in half precision (1,300 to 2,500: 10 to 20 %), on V100 (700 to 1,200: 14 to 24 %).
PLAIN, TENSOR = (0.25, 0.65), (0.05, 0.25)


def peak_of(card, half):
    """(TFLOPS, its share at least, at most) of a card's name, None where it is not in the table."""
    word = card.lower()
    for begin in ('nvidia', 'tesla', 'geforce', 'quadro', ' ', '-'):
        word = word.replace(begin, '')
    found = [name for name in PEAKS if word.startswith(name) or word.startswith('rtx' + name)]
    if not found:
        return None
    plain, tf32, tensor = PEAKS[max(found, key=len)]
    if half and tensor:
        return (tensor,) + TENSOR
    return (tf32,) + TENSOR if tf32 > plain else (plain,) + PLAIN


def seconds(work, card, half):
    """(least, most, TFLOPS, share at least, at most) for so many floating point operations; None where the card is not known."""
    peak = peak_of(card, half)
    if peak is None:
        return None
    return (work / (peak[0] * 1e12 * peak[2]), work / (peak[0] * 1e12 * peak[1])) + peak

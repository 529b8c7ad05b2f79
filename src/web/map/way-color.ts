/** More colour than that screens cannot show of every hue. */
export const MOST_CHROMA = 0.14

/**
 * The colours of ways and places on a map, made of those of their sports: of the same hue, and as light or dark as stands
 * out from the tiles, which the style sheet decides. Canvases cannot follow its variables.
 */
export function wayColors(map: HTMLElement): (color: string) => string {
  const lightness = getComputedStyle(map).getPropertyValue('--mp-way-lightness').trim()
  return (color) => {
    const seen = `oklch(from ${color} ${lightness} min(c, ${MOST_CHROMA}) h)`
    return CSS.supports('color', seen) ? computedColor(map, seen) : color
  }
}

/** A colour in a form that canvases of older browsers know as well. */
function computedColor(map: HTMLElement, color: string): string {
  const probe = document.createElement('i')
  probe.style.color = color
  map.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  return computed
}

/** Maximum chroma (OKLCH) that screens can display in every hue at this lightness. */
export const MAX_CHROMA = 0.14

/**
 * Returns a function that converts a sport's colour for use on a map: with the same hue, and a lightness that contrasts
 * with the tiles, as set by a property of the style sheet. The result is computed, because canvases cannot use CSS
 * variables.
 */
export function createMapColours(
  map: HTMLElement,
  property = '--mp-track-lightness',
): (color: string) => string {
  const lightness = getComputedStyle(map).getPropertyValue(property).trim()
  return (color) => {
    const visible = `oklch(from ${color} ${lightness} min(c, ${MAX_CHROMA}) h)`
    return CSS.supports('color', visible) ? computeColour(map, visible) : color
  }
}

/** Converts a colour to a format that canvases in older browsers support. */
function computeColour(map: HTMLElement, color: string): string {
  const probe = document.createElement('i')
  probe.style.color = color
  map.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  return computed
}

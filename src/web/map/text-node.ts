/** Plain text for a tooltip: titles are other people's words. */
export function textNode(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}

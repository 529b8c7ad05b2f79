import type { Page } from 'playwright-core'

/** The colours of which canvases of a page consist by at least a five hundredth, as `#rrggbb`. */
export async function findColours(page: Page, selector: string): Promise<Set<string>> {
  const shares = await page.evaluate((canvases) => {
    const counts = new Map<number, number>()
    let all = 0
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(canvases)) {
      const context = canvas.getContext('2d')
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue
        const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
        counts.set(color, (counts.get(color) ?? 0) + 1)
        all += 1
      }
    }
    return [...counts].map(([color, count]) => [color, count / all] as const)
  }, selector)
  const frequent = shares.filter(([, share]) => share >= 0.002)
  return new Set(frequent.map(([color]) => `#${color.toString(16).padStart(6, '0')}`))
}

/** Switches the colour scheme of a page. */
export const switchScheme = (page: Page, scheme: 'light' | 'dark'): Promise<void> =>
  page.locator('html').evaluate((html, name) => {
    html.setAttribute('data-mantine-color-scheme', name)
  }, scheme)

import type { Page, Request } from 'playwright-core'

/** What a page asks for: all that has begun, and what is not answered yet. */
interface Traffic {
  begun: number
  pending: Set<Request>
}

const traffics = new WeakMap<Page, Traffic>()

function trafficOf(page: Page): Traffic {
  const known = traffics.get(page)
  if (known) return known
  const traffic: Traffic = { begun: 0, pending: new Set() }
  traffics.set(page, traffic)
  page.on('request', (request) => {
    traffic.begun += 1
    traffic.pending.add(request)
  })
  const end = (request: Request) => void traffic.pending.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return traffic
}

/** Opens a page at an address and waits until it is drawn. */
export async function openDrawn(page: Page, url: string): Promise<void> {
  trafficOf(page)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await untilDrawn(page)
}

/**
 * Waits until a page that was opened by `openDrawn` has nothing more to do: no answer is awaited, nothing is left to be
 * done with those that came, and that has led to no other request.
 *
 * NOTE that the network is idle says nothing of that: it is idle as well while a page is busy, or its processor is.
 */
export async function untilDrawn(page: Page): Promise<void> {
  const traffic = trafficOf(page)
  for (let before = -1; traffic.pending.size > 0 || before !== traffic.begun; ) {
    before = traffic.begun
    await atLeisure(page)
  }
}

/** Waits until a page has followed what was done to it, as far as that takes no answers. */
export const atLeisure = (page: Page): Promise<void> => page.evaluate(leisure)

/** Resolves when a page has nothing more urgent to do than this, also after its next frames. */
async function leisure(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame)
    // Chromium's, which the types do not know.
    const { postTask } = Reflect.get(globalThis, 'scheduler')
    await Reflect.apply(postTask, Reflect.get(globalThis, 'scheduler'), [
      () => undefined,
      { priority: 'background' },
    ])
  }
}

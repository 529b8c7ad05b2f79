import type { Page, Request } from 'playwright-core'

/** The requests of a page: how many have started, and which are pending. */
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

/** Opens a page at a URL and waits until it is drawn. */
export async function openUntilDrawn(page: Page, url: string): Promise<void> {
  trafficOf(page)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await untilDrawn(page)
}

/**
 * Waits until a page opened with `openUntilDrawn` has nothing more to do: no response is pending, all have been
 * processed, and no request has followed. NOTE an idle network does not imply that: it is also idle while a page, or
 * its CPU, is busy.
 */
export async function untilDrawn(page: Page): Promise<void> {
  const traffic = trafficOf(page)
  for (let before = -1; traffic.pending.size > 0 || before !== traffic.begun; ) {
    before = traffic.begun
    await untilIdle(page)
  }
}

/** Waits until a page has processed what was done to it, apart from requests. */
export const untilIdle = (page: Page): Promise<void> => page.evaluate(leisure)

/** Resolves when a page has nothing more urgent to do, after its next frames. */
async function leisure(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame)
    // A Chromium API that the types lack.
    const { postTask } = Reflect.get(globalThis, 'scheduler')
    await Reflect.apply(postTask, Reflect.get(globalThis, 'scheduler'), [
      () => undefined,
      { priority: 'background' },
    ])
  }
}

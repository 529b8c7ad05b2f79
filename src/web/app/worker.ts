import { serverPath } from '@/web/api/server-path'

/** How often is looked for a new version of the app, in milliseconds; browsers also look when a page is opened. */
const LOOK_EVERY = 3_600_000

/** So long a worker may take to take over, in milliseconds. */
const PATIENCE = 3000

/** The version that this page is of; empty in development, where there is no worker. */
const ownVersion = () =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

/** The version that a worker is of. */
const versionOf = (worker: ServiceWorker): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage('version', [port2])
  })

/** Files of the web UI that this page has loaded. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}${serverPath('/assets/')}`))

/** Whether one version or another has been found, and the way to it. */
export type OnVersion = (reload: (() => void) | undefined) => void

/**
 * Installs the service worker where browsers allow one (by https, or on this machine), and tells when a version of the
 * app is there that this page is not of.
 */
export function startWorker(onVersion: OnVersion): () => void {
  const listening = new AbortController()
  if (ownVersion() !== '' && 'serviceWorker' in navigator)
    // A browser that refuses has no offline mode; nothing else depends on it.
    void install(onVersion, listening.signal).catch(() => undefined)
  return () => listening.abort()
}

async function install(onVersion: OnVersion, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(serverPath('/sw.js'), {
    scope: serverPath('/'),
    updateViaCache: 'none',
  })
  const judge = async (worker: ServiceWorker) => {
    const isOwn = (await versionOf(worker)) === ownVersion()
    const isWaiting = worker === registration.waiting
    if (isOwn && isWaiting) worker.postMessage('activate')
    if (!isOwn) onVersion(() => (isWaiting ? replace(worker) : location.reload()))
  }
  const judgeWaiting = () => void (registration.waiting && judge(registration.waiting))
  const follow = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', judgeWaiting, { signal })
  }
  follow()
  judgeWaiting()
  registration.addEventListener('updatefound', follow, { signal })
  const judgeController = () => void (serviceWorker.controller && judge(serviceWorker.controller))
  serviceWorker.addEventListener('controllerchange', judgeController, { signal })
  const looking = setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY)
  signal.addEventListener('abort', () => clearInterval(looking))
  const { active } = await serviceWorker.ready
  active?.postMessage(loaded())
}

/** Lets a worker that waits take over, and opens this page anew with it. */
function replace(waiting: ServiceWorker): void {
  const { serviceWorker } = navigator
  const reload = () => location.reload()
  serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage('activate')
  // Browsers let the former worker end what it answers first, for minutes; the server's page is of the new version already.
  setTimeout(reload, PATIENCE)
}

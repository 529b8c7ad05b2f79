import { toServerPath } from '@/web/api/client/server-path'

/** Interval in milliseconds for checking for a new version of the app. Browsers also check when a page is opened. */
const UPDATE_CHECK_MS = 3_600_000

/** Milliseconds to wait for a new worker to take control. */
const TAKEOVER_TIMEOUT_MS = 3000

/** The version of this page; empty in development, which has no service worker. */
const getOwnVersion = () =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

/** Asks a worker for its version. */
const getWorkerVersion = (worker: ServiceWorker): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage('version', [port2])
  })

/** Returns the URLs of the web UI's files that this page has loaded. */
const listLoadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}${toServerPath('/assets/')}`))

/** Called when a different version of the app is available, with a function that loads it. */
export type OnVersion = (reload: (() => void) | undefined) => void

/**
 * Installs the service worker if the browser supports it (over HTTPS or on localhost), and calls `onVersion` when a
 * version other than that of this page is available. Returns a function that stops watching.
 */
export function startWorker(onVersion: OnVersion): () => void {
  const listening = new AbortController()
  if (getOwnVersion() !== '' && 'serviceWorker' in navigator)
    // If the browser does not allow it, only the offline mode is missing.
    void install(onVersion, listening.signal).catch(() => undefined)
  return () => listening.abort()
}

async function install(onVersion: OnVersion, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(toServerPath('/sw.js'), {
    scope: toServerPath('/'),
    updateViaCache: 'none',
  })
  const checkVersion = async (worker: ServiceWorker) => {
    const isOwn = (await getWorkerVersion(worker)) === getOwnVersion()
    const isWaiting = worker === registration.waiting
    if (isOwn && isWaiting) worker.postMessage('activate')
    if (!isOwn) onVersion(() => (isWaiting ? replace(worker) : location.reload()))
  }
  const checkWaiting = () => void (registration.waiting && checkVersion(registration.waiting))
  const follow = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', checkWaiting, { signal })
  }
  follow()
  checkWaiting()
  registration.addEventListener('updatefound', follow, { signal })
  const checkController = () =>
    void (serviceWorker.controller && checkVersion(serviceWorker.controller))
  serviceWorker.addEventListener('controllerchange', checkController, { signal })
  const timer = setInterval(
    () => void registration.update().catch(() => undefined),
    UPDATE_CHECK_MS,
  )
  signal.addEventListener('abort', () => clearInterval(timer))
  const { active } = await serviceWorker.ready
  active?.postMessage(listLoadedFiles())
}

/** Activates a waiting worker and then reloads the page. */
function replace(waiting: ServiceWorker): void {
  const { serviceWorker } = navigator
  const reload = () => location.reload()
  serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage('activate')
  // Browsers may delay activation for minutes while the old worker has pending requests. Reloading is safe even then,
  // because the server already returns the new version of the page.
  setTimeout(reload, TAKEOVER_TIMEOUT_MS)
}

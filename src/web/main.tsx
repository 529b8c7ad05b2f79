// This import must come first, because the order of the CSS layers decides which of two rules wins.
import './styles/layers.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './styles/tokens.css'
import './styles/base.css'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { profileQuery } from './api/accounts/account'
import { ApiError } from './api/client/api-error'
import { followSession, hasSessionEnded } from './api/client/session'
import { getSessionToken } from './api/client/stored-token'
import { repairBrowserLanguages } from './i18n/browser-languages'
import { getDeviceLanguage, loadLanguage } from './i18n/languages'
import { getLanguage, onLanguage } from './i18n/text'
import { type AppRouter, createAppRouter } from './router'
import { isConnectionError, recordConnection } from './state/connection'
import { deleteDrafts } from './state/drafts'
import { getOfflineAccount, isOfflineReadingOn, setOfflineAccount } from './state/offline-reading'
import { ProfileProvider } from './state/profile'
import { isPushInterrupted } from './state/push'
import { schemeManager } from './state/scheme'
import { SportsProvider } from './state/sports'
import { discardUnsavedChanges, hasUnsavedChanges } from './state/unsaved-changes'
import { registerFonts } from './styles/fonts'
import { theme, tokenVariables } from './styles/theme'

repairBrowserLanguages(navigator)
registerFonts()

const MAX_RETRIES = 2

/** The result of every request shows whether the server responds. */
const noteFailure = (error: unknown) => recordConnection(!isConnectionError(error))
const listening = { onError: noteFailure, onSuccess: () => recordConnection(true) }

const queryClient = new QueryClient({
  queryCache: new QueryCache(listening),
  mutationCache: new MutationCache(listening),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Requests are sent even when the browser reports no network, so that screens can show an error instead of
      // waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Retrying would not change a response of the server, but a lost connection may return.
      retry: (failures, error) => {
        noteFailure(error)
        const isResponse = error instanceof ApiError && error.status > 0
        return navigator.onLine && !isResponse && failures < MAX_RETRIES
      },
    },
    mutations: { networkMode: 'always' },
  },
})

/** The whole page. It is rendered again when the language changes. */
function App({ router }: { router: AppRouter }) {
  const language = useSyncExternalStore(onLanguage, getLanguage)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokenVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ProfileProvider>
          <SportsProvider key={language}>
            <RouterProvider router={router} />
          </SportsProvider>
        </ProfileProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function draw(root: HTMLElement, router: AppRouter): void {
  // In a transition React renders in slices of a few milliseconds, and handles input between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}

/** Deletes the workouts that are stored on this device. */
function deleteOfflineWorkouts(): void {
  if (getOfflineAccount() === null) return
  setOfflineAccount(null)
  void import('./offline/offline-store').then(({ clearResponses }) => clearResponses())
}

/** Makes the stored workouts available without a connection, to their account only. */
function followOfflineReading(): void {
  if (getOfflineAccount() === null || getSessionToken() === null) return
  if (isOfflineReadingOn())
    void import('./offline/offline-reading').then(({ startOfflineReading }) =>
      startOfflineReading(queryClient),
    )
  else deleteOfflineWorkouts()
}

/** Turns notifications on this device on again after a new login, because they end with the session. */
function followPush(): void {
  if (isPushInterrupted())
    void import('./offline/push-device')
      .then(({ resumePush }) => resumePush())
      // It is attempted again when the page is opened.
      .catch(() => undefined)
}

function followSessionStart(): void {
  followOfflineReading()
  followPush()
}

/**
 * Renders the page as soon as its texts and the scripts of its screen have loaded. The account is requested in
 * parallel.
 */
async function start(root: HTMLElement): Promise<void> {
  const texts = loadLanguage(getDeviceLanguage())
  const router = createAppRouter(queryClient)
  followSession({
    isUnsaved: hasUnsavedChanges,
    onStart: followSessionStart,
    onEnd: () => {
      if (!hasSessionEnded()) {
        deleteDrafts()
        deleteOfflineWorkouts()
      }
      discardUnsavedChanges()
      queryClient.clear()
      void router.invalidate()
    },
    onOtherAccount: () => {
      discardUnsavedChanges()
      window.location.reload()
    },
  })
  if (getSessionToken() !== null) void queryClient.prefetchQuery(profileQuery)
  followSessionStart()
  await Promise.all([texts, router.load().catch(() => undefined)])
  draw(root, router)
}

const root = document.getElementById('root')
// In a separate task, because evaluating the script has already blocked the browser for a long time.
if (root) setTimeout(() => void start(root))

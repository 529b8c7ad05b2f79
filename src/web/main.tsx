// First of all: which of two rules wins is decided by which layer is named first.
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
import { profileQuery } from './api/account'
import { ApiError } from './api/api-error'
import { mendBrowserLanguages } from './i18n/browser-languages'
import { deviceLanguage, loadLanguage } from './i18n/languages'
import { onLanguage, spokenLanguage } from './i18n/text'
import { type AppRouter, createAppRouter } from './router'
import { isUnanswered, noteAnswer } from './state/connection'
import { schemeManager } from './state/scheme'
import { onSessionEnd } from './state/session'
import { sessionToken } from './state/stored-token'
import { registerFonts } from './styles/fonts'
import { theme, tokenVariables } from './styles/theme'

mendBrowserLanguages(navigator)
registerFonts()

const MAX_RETRIES = 2

/** What was asked tells whether the server is there. */
const noteFailure = (error: unknown) => noteAnswer(!isUnanswered(error))
const listening = { onError: noteFailure, onSuccess: () => noteAnswer(true) }

const queryClient = new QueryClient({
  queryCache: new QueryCache(listening),
  mutationCache: new MutationCache(listening),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Asked also without a network, so that screens can tell that nothing answers instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      // An answer of the server will not change by asking again; a lost connection may.
      retry: (failures, error) => {
        noteFailure(error)
        const isAnswer = error instanceof ApiError && error.status > 0
        return navigator.onLine && !isAnswer && failures < MAX_RETRIES
      },
    },
    mutations: { networkMode: 'always' },
  },
})

/** The whole page; drawn anew when it begins to speak another language. */
function App({ router }: { router: AppRouter }) {
  const language = useSyncExternalStore(onLanguage, spokenLanguage)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokenVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider key={language} router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function draw(root: HTMLElement, router: AppRouter): void {
  // In a transition the page is drawn a few milliseconds at a time, and answers to touches between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}

/** Draws the page once the scripts and the texts of its screen are here; whose page it is, is asked meanwhile. */
async function start(root: HTMLElement): Promise<void> {
  const texts = loadLanguage(deviceLanguage())
  if (sessionToken() !== null) void queryClient.prefetchQuery(profileQuery)
  const router = createAppRouter(queryClient)
  onSessionEnd(() => {
    queryClient.clear()
    void router.invalidate()
  })
  await Promise.all([texts, router.load().catch(() => undefined)])
  draw(root, router)
}

const root = document.getElementById('root')
// In a task of its own: the browser was long busy with the script.
if (root) setTimeout(() => void start(root))

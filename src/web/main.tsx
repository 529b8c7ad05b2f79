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
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { profileQuery } from './api/account'
import { ApiError } from './api/api-error'
import { deviceLanguage, loadLanguage } from './i18n/languages'
import { onLanguage, spokenLanguage } from './i18n/text'
import { createAppRouter } from './router'
import { isUnanswered, noteAnswer } from './state/connection'
import { schemeManager } from './state/scheme'
import { onSessionEnd, sessionToken } from './state/session'
import { registerFonts } from './styles/fonts'
import { theme, tokenVariables } from './styles/theme'

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
const router = createAppRouter(queryClient)

onSessionEnd(() => {
  queryClient.clear()
  void router.invalidate()
})

/** The whole page; drawn anew when it begins to speak another language. */
function App() {
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

function draw(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
// The scripts of the screen and whose page it is are fetched while the texts are.
const screen = router.load().catch(() => undefined)
if (sessionToken() !== null) void queryClient.prefetchQuery(profileQuery)
if (root) void Promise.all([loadLanguage(deviceLanguage()), screen]).then(() => draw(root))

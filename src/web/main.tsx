import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/mantine.css'
import './styles/tokens.css'
import './styles/base.css'
import { ApiError } from './api/api-error'
import { deviceLanguage, loadLanguage } from './i18n/languages'
import { onLanguage, spokenLanguage } from './i18n/text'
import { createAppRouter } from './router'
import { schemeManager } from './state/scheme'
import { onSessionEnd } from './state/session'
import { registerFonts } from './styles/fonts'
import { theme, tokenVariables } from './styles/theme'

registerFonts()

const MAX_RETRIES = 2

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // An answer of the server will not change by asking again; a lost connection may.
      retry: (failures, error) =>
        !(error instanceof ApiError && error.status > 0) && failures < MAX_RETRIES,
    },
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
if (root) void loadLanguage(deviceLanguage()).then(() => draw(root))

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { toServerPath } from '@/web/api/client/server-path'
import { CrashPanel } from './layout/CrashPanel'
import { accountRoutes } from './routes/account'
import { adminRoutes } from './routes/admin'
import { memberRoute, rootRoute } from './routes/base'
import { peopleRoutes, publicPeopleRoutes } from './routes/people'
import { parseSearch, stringifySearch } from './routes/search'
import { signedOutRoutes } from './routes/signed-out'
import { workoutRoute, workoutRoutes, workoutTabRoutes } from './routes/workouts'
import { NotFoundScreen } from './screens/not-found/NotFoundScreen'

const routeTree = rootRoute.addChildren([
  memberRoute.addChildren([...workoutRoutes, ...accountRoutes, ...peopleRoutes, adminRoutes]),
  workoutRoute.addChildren(workoutTabRoutes),
  ...publicPeopleRoutes,
  ...signedOutRoutes,
])

/** Creates the router of the page. All paths are defined in the files of `routes`. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: toServerPath('/'),
    context: { queryClient },
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: CrashPanel,
    // The scripts of a screen are loaded when the user points at, touches or focuses a link to it.
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }

  interface HistoryState {
    /** Files dropped on another screen, to be uploaded. */
    files?: File[]
  }
}

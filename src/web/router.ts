import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { ConsentSearch } from './api/apps'
import { AboutScreen } from './screens/about/AboutScreen'
import { AddWorkoutScreen } from './screens/add-workout/AddWorkoutScreen'
import { DashboardScreen } from './screens/dashboard/DashboardScreen'
import { LoginScreen } from './screens/login/LoginScreen'
import { NotFoundScreen } from './screens/not-found/NotFoundScreen'
import { RegisterScreen } from './screens/register/RegisterScreen'
import { SetupScreen } from './screens/setup/SetupScreen'
import { AppFrame } from './shell/AppFrame'
import { CrashPanel } from './shell/CrashPanel'
import { sessionToken } from './state/session'

type Context = { queryClient: QueryClient }

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const rootRoute = createRootRouteWithContext<Context>()({ component: AppFrame })

const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: ({ location }) => {
    if (sessionToken() !== null) return
    const from = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/login', search: { from } })
  },
})

const dashboardRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/',
  component: DashboardScreen,
})

const addWorkoutRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/add',
  component: AddWorkoutScreen,
})

const appsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/apps',
  component: lazyRouteComponent(() => import('./screens/apps/AppsScreen'), 'AppsScreen'),
})

const newAppRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/apps/new',
  component: lazyRouteComponent(() => import('./screens/apps/NewAppScreen'), 'NewAppScreen'),
})

const authorizeRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/apps/authorize',
  validateSearch: (search): ConsentSearch => ({
    client_id: text(search.client_id),
    redirect_uri: text(search.redirect_uri),
    scope: text(search.scope),
    state: text(search.state),
    code_challenge: text(search.code_challenge),
    code_challenge_method: text(search.code_challenge_method),
  }),
  component: lazyRouteComponent(
    () => import('./screens/authorize/AuthorizeScreen'),
    'AuthorizeScreen',
  ),
})

const workoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workouts/$workoutId',
  component: lazyRouteComponent(() => import('./screens/workout/WorkoutScreen'), 'WorkoutScreen'),
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: (search): { token?: string | undefined } => ({ token: text(search.token) }),
  component: SetupScreen,
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search): { from?: string | undefined } => ({ from: text(search.from) }),
  component: LoginScreen,
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: RegisterScreen,
})

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: AboutScreen,
})

const routeTree = rootRoute.addChildren([
  memberRoute.addChildren([
    dashboardRoute,
    addWorkoutRoute,
    appsRoute,
    newAppRoute,
    authorizeRoute,
  ]),
  workoutRoute,
  setupRoute,
  loginRoute,
  registerRoute,
  aboutRoute,
])

/** The router of the whole page: every path it knows is listed in this file. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: CrashPanel,
    scrollRestoration: true,
    // Plain query strings: a token that looks like a number stays text.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }

  interface HistoryState {
    /** Files that were dropped on another screen and wait to be uploaded. */
    files?: File[]
  }
}

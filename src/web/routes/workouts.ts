import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EFFORT_WORDS, type EffortSearch } from '@/web/api/effort-search'
import { START_FILTER_NAMES, type StartFilters } from '@/web/api/global-map'
import { FILTER_NAMES, type ListSearch } from '@/web/api/workout-filters'
import { memberRoute, rootRoute, text } from './base'

/** Those of some words of the query string that are there. */
const wordsOf = <Word extends string>(
  search: Record<string, unknown>,
  words: readonly Word[],
): Partial<Record<Word, string>> =>
  Object.fromEntries(
    words.flatMap((name) => {
      const value = text(search[name])
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<Word, string>>

const effortSearch = (search: Record<string, unknown>): EffortSearch =>
  wordsOf(search, EFFORT_WORDS)

const dashboardRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/',
  validateSearch: (search): { whose?: string | undefined } => ({ whose: text(search.whose) }),
  component: lazyRouteComponent(
    () => import('@/web/screens/dashboard/DashboardScreen'),
    'DashboardScreen',
  ),
})

const addWorkoutRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/add',
  validateSearch: (search): { way?: string | undefined } => ({ way: text(search.way) }),
  component: lazyRouteComponent(
    () => import('@/web/screens/add-workout/AddWorkoutScreen'),
    'AddWorkoutScreen',
  ),
})

const shareRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/share',
  component: lazyRouteComponent(() => import('@/web/screens/share/ShareScreen'), 'ShareScreen'),
})

const listRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts',
  validateSearch: (search): ListSearch => ({
    ...wordsOf(search, [...FILTER_NAMES, 'place']),
    ...(search.view === 'map' && { view: 'map' }),
  }),
  component: lazyRouteComponent(
    () => import('@/web/screens/workouts/WorkoutsScreen'),
    'WorkoutsScreen',
  ),
})

const editWorkoutRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/$workoutId/edit',
  component: lazyRouteComponent(
    () => import('@/web/screens/edit-workout/EditWorkoutScreen'),
    'EditWorkoutScreen',
  ),
})

const compareRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/compare',
  validateSearch: (search): { ids?: string | undefined } => ({ ids: text(search.ids) }),
  component: lazyRouteComponent(
    () => import('@/web/screens/compare/CompareScreen'),
    'CompareScreen',
  ),
})

const statisticsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/statistics',
  component: lazyRouteComponent(
    () => import('@/web/screens/statistics/StatisticsScreen'),
    'StatisticsScreen',
  ),
})

const trainingRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/training',
  component: lazyRouteComponent(
    () => import('@/web/screens/training/TrainingScreen'),
    'TrainingScreen',
  ),
})

const mapRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/map',
  validateSearch: (search): StartFilters => wordsOf(search, START_FILTER_NAMES),
  component: lazyRouteComponent(
    () => import('@/web/screens/global-map/GlobalMapScreen'),
    'GlobalMapScreen',
  ),
})

const recordsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/records',
  component: lazyRouteComponent(
    () => import('@/web/screens/records/RecordsScreen'),
    'RecordsScreen',
  ),
})

const routesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/routes',
  component: lazyRouteComponent(() => import('@/web/screens/routes/RoutesScreen'), 'RoutesScreen'),
})

const effortsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/efforts',
  validateSearch: effortSearch,
  component: lazyRouteComponent(
    () => import('@/web/screens/efforts/EffortsScreen'),
    'EffortsScreen',
  ),
})

const effortRankingRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/efforts/ranking',
  validateSearch: effortSearch,
  component: lazyRouteComponent(() => import('@/web/screens/efforts/TargetScreen'), 'TargetScreen'),
})

const effortCurvesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/efforts/curves',
  validateSearch: effortSearch,
  component: lazyRouteComponent(() => import('@/web/screens/efforts/CurvesScreen'), 'CurvesScreen'),
})

const equipmentRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/equipment/$equipmentId',
  component: lazyRouteComponent(
    () => import('@/web/screens/equipment/EquipmentPage'),
    'EquipmentPage',
  ),
})

const duplicatesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/duplicates',
  component: lazyRouteComponent(
    () => import('@/web/screens/duplicates/DuplicatesScreen'),
    'DuplicatesScreen',
  ),
})

const moveInRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/move-in',
  component: lazyRouteComponent(() => import('@/web/screens/move-in/MoveInScreen'), 'MoveInScreen'),
})

const tasksRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/tasks',
  component: lazyRouteComponent(() => import('@/web/screens/tasks/TasksScreen'), 'TasksScreen'),
})

const taskRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/workouts/tasks/$taskId',
  component: lazyRouteComponent(() => import('@/web/screens/task/TaskScreen'), 'TaskScreen'),
})

/** A workout on its own page; public ones are for everybody. */
export const workoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workouts/$workoutId',
  component: lazyRouteComponent(
    () => import('@/web/screens/workout/WorkoutScreen'),
    'WorkoutScreen',
  ),
})

/** The log and what leads into it. */
export const workoutRoutes = [
  dashboardRoute,
  addWorkoutRoute,
  shareRoute,
  listRoute,
  recordsRoute,
  routesRoute,
  effortsRoute,
  effortRankingRoute,
  effortCurvesRoute,
  equipmentRoute,
  editWorkoutRoute,
  statisticsRoute,
  trainingRoute,
  mapRoute,
  duplicatesRoute,
  compareRoute,
  moveInRoute,
  tasksRoute,
  taskRoute,
] as const

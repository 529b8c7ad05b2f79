import { createRoute } from '@tanstack/react-router'
import { SEGMENT_PARAMETERS, type SegmentSearch } from '@/web/api/segments/segment-search'
import { EFFORT_PARAMETERS, type EffortSearch } from '@/web/api/workouts/effort-search'
import { MAP_PARAMETERS, type MapSearch } from '@/web/api/workouts/map-search'
import { FILTER_NAMES, type ListSearch } from '@/web/api/workouts/workout-filters'
import { memberScreen, publicScreen, text, texts } from './base'

/** Returns the given query parameters that are present and not empty. */
const pickParameters = <Word extends string>(
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
  pickParameters(search, EFFORT_PARAMETERS)

/** The page of a workout. It is public, because workouts may be. */
export const workoutRoute = publicScreen(
  '/workouts/$workoutId',
  () => import('@/web/screens/workout/WorkoutScreen'),
  'WorkoutScreen',
)

/** Creates the route of a tab of the workout page. The page stays open and renders the tab, so it has no component. */
const workoutTab = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => workoutRoute, path })

/** The tabs of a workout next to its overview, which is the page itself. */
export const workoutTabRoutes = [
  workoutTab('/laps'),
  workoutTab('/efforts'),
  workoutTab('/zones'),
  workoutTab('/same-route'),
] as const

/** Routes of workouts, statistics and imports that require a session. */
export const workoutRoutes = [
  memberScreen(
    '/',
    () => import('@/web/screens/dashboard/DashboardScreen'),
    'DashboardScreen',
    (search): { whose?: string | undefined } => ({ whose: text(search.whose) }),
  ),
  memberScreen(
    '/workouts/add',
    () => import('@/web/screens/add-workout/AddWorkoutScreen'),
    'AddWorkoutScreen',
    (search): { way?: string | undefined } => ({ way: text(search.way) }),
  ),
  memberScreen('/share', () => import('@/web/screens/share/ShareScreen'), 'ShareScreen'),
  memberScreen(
    '/workouts',
    () => import('@/web/screens/workouts/WorkoutsScreen'),
    'WorkoutsScreen',
    (search): ListSearch => ({
      ...pickParameters(search, [...FILTER_NAMES, 'place']),
      ...(search.view === 'map' && { view: 'map' }),
    }),
  ),
  memberScreen('/records', () => import('@/web/screens/records/RecordsScreen'), 'RecordsScreen'),
  memberScreen('/routes', () => import('@/web/screens/routes/RoutesScreen'), 'RoutesScreen'),
  memberScreen(
    '/routes/$workoutId',
    () => import('@/web/screens/routes/RouteScreen'),
    'RouteScreen',
  ),
  memberScreen('/courses', () => import('@/web/screens/courses/CoursesScreen'), 'CoursesScreen'),
  memberScreen(
    '/courses/$courseId',
    () => import('@/web/screens/courses/CourseScreen'),
    'CourseScreen',
  ),
  memberScreen(
    '/segments',
    () => import('@/web/screens/segments/SegmentsScreen'),
    'SegmentsScreen',
    (search): SegmentSearch => pickParameters(search, SEGMENT_PARAMETERS),
  ),
  memberScreen(
    '/segments/$segmentId',
    () => import('@/web/screens/segments/SegmentScreen'),
    'SegmentScreen',
  ),
  memberScreen(
    '/efforts',
    () => import('@/web/screens/efforts/EffortsScreen'),
    'EffortsScreen',
    effortSearch,
  ),
  memberScreen(
    '/efforts/ranking',
    () => import('@/web/screens/efforts/TargetScreen'),
    'TargetScreen',
    effortSearch,
  ),
  memberScreen(
    '/efforts/curves',
    () => import('@/web/screens/efforts/CurvesScreen'),
    'CurvesScreen',
    effortSearch,
  ),
  memberScreen(
    '/equipment/$equipmentId',
    () => import('@/web/screens/equipment/EquipmentPage'),
    'EquipmentPage',
  ),
  memberScreen(
    '/workouts/$workoutId/edit',
    () => import('@/web/screens/edit-workout/EditWorkoutScreen'),
    'EditWorkoutScreen',
  ),
  memberScreen(
    '/statistics',
    () => import('@/web/screens/statistics/StatisticsScreen'),
    'StatisticsScreen',
  ),
  memberScreen(
    '/training',
    () => import('@/web/screens/training/TrainingScreen'),
    'TrainingScreen',
  ),
  memberScreen(
    '/regions',
    () => import('@/web/screens/regions/RegionsScreen'),
    'RegionsScreen',
    texts('sport', 'year'),
  ),
  memberScreen(
    '/map',
    () => import('@/web/screens/global-map/GlobalMapScreen'),
    'GlobalMapScreen',
    (search): MapSearch => pickParameters(search, MAP_PARAMETERS),
  ),
  memberScreen(
    '/workouts/duplicates',
    () => import('@/web/screens/duplicates/DuplicatesScreen'),
    'DuplicatesScreen',
  ),
  memberScreen(
    '/workouts/compare',
    () => import('@/web/screens/compare/CompareScreen'),
    'CompareScreen',
    (search): { ids?: string | undefined } => ({ ids: text(search.ids) }),
  ),
  memberScreen('/move-in', () => import('@/web/screens/move-in/MoveInScreen'), 'MoveInScreen'),
  memberScreen('/workouts/tasks', () => import('@/web/screens/tasks/TasksScreen'), 'TasksScreen'),
  memberScreen(
    '/workouts/tasks/$taskId',
    () => import('@/web/screens/task/TaskScreen'),
    'TaskScreen',
  ),
] as const

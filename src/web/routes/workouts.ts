import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { AddWorkoutScreen } from '@/web/screens/add-workout/AddWorkoutScreen'
import { DashboardScreen } from '@/web/screens/dashboard/DashboardScreen'
import { memberRoute, rootRoute } from './base'

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
export const workoutRoutes = [dashboardRoute, addWorkoutRoute, tasksRoute, taskRoute] as const

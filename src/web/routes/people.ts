import { createRoute, redirect } from '@tanstack/react-router'
import { memberScreen, publicScreen, rootRoute } from './base'

/** Emails link to a comment by this URL; comments are displayed on the page of their workout. */
const commentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workouts/$workoutId/comments/$commentId',
  beforeLoad: ({ params: { workoutId, commentId } }) => {
    const to = '/workouts/$workoutId'
    throw redirect({ to, params: { workoutId }, hash: commentId, replace: true })
  },
})

/** Routes about people, notifications and moderation that require a session. */
export const peopleRoutes = [
  memberScreen('/users', () => import('@/web/screens/users/UsersScreen'), 'UsersScreen'),
  memberScreen(
    '/users/$username/followers',
    () => import('@/web/screens/follows/FollowsScreens'),
    'FollowersScreen',
  ),
  memberScreen(
    '/users/$username/following',
    () => import('@/web/screens/follows/FollowsScreens'),
    'FollowingScreen',
  ),
  memberScreen(
    '/notifications',
    () => import('@/web/screens/notifications/NotificationsScreen'),
    'NotificationsScreen',
  ),
  memberScreen(
    '/profile/suspension',
    () => import('@/web/screens/sanction/SanctionScreens'),
    'SuspensionScreen',
  ),
  memberScreen(
    '/profile/moderation/sanctions/$sanctionId',
    () => import('@/web/screens/sanction/SanctionScreens'),
    'SanctionScreen',
  ),
] as const

/** Routes about people that are public. A comment may remain after its workout was deleted; it then has its own page. */
export const publicPeopleRoutes = [
  publicScreen('/users/$username', () => import('@/web/screens/user/UserScreen'), 'UserScreen'),
  commentRoute,
  publicScreen(
    '/comments/$commentId',
    () => import('@/web/screens/comment/CommentScreen'),
    'CommentScreen',
  ),
] as const

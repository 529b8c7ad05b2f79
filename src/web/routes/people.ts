import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { memberRoute, rootRoute } from './base'

const usersRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/users',
  component: lazyRouteComponent(() => import('@/web/screens/users/UsersScreen'), 'UsersScreen'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('@/web/screens/notifications/NotificationsScreen'),
    'NotificationsScreen',
  ),
})

const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/$username',
  component: lazyRouteComponent(() => import('@/web/screens/user/UserScreen'), 'UserScreen'),
})

const followersRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/users/$username/followers',
  component: lazyRouteComponent(
    () => import('@/web/screens/follows/FollowersScreen'),
    'FollowersScreen',
  ),
})

const followingRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/users/$username/following',
  component: lazyRouteComponent(
    () => import('@/web/screens/follows/FollowingScreen'),
    'FollowingScreen',
  ),
})

/** Mails lead to a comment; it stands on the page of its workout. */
const commentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workouts/$workoutId/comments/$commentId',
  beforeLoad: ({ params: { workoutId, commentId } }) => {
    const to = '/workouts/$workoutId'
    throw redirect({ to, params: { workoutId }, hash: commentId, replace: true })
  },
})

/** A comment outlives its workout; then it has a page of its own. */
const loneCommentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/comments/$commentId',
  component: lazyRouteComponent(
    () => import('@/web/screens/comment/CommentScreen'),
    'CommentScreen',
  ),
})

const suspensionRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/suspension',
  component: lazyRouteComponent(
    () => import('@/web/screens/sanction/SuspensionScreen'),
    'SuspensionScreen',
  ),
})

const sanctionRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile/moderation/sanctions/$sanctionId',
  component: lazyRouteComponent(
    () => import('@/web/screens/sanction/SanctionScreen'),
    'SanctionScreen',
  ),
})

/** Screens about others, and what they decided, for those who are logged in. */
export const peopleRoutes = [
  usersRoute,
  followersRoute,
  followingRoute,
  notificationsRoute,
  suspensionRoute,
  sanctionRoute,
] as const

/** Screens about others that are for everybody. */
export const publicPeopleRoutes = [userRoute, commentRoute, loneCommentRoute] as const

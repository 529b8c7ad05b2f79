import { getRouteApi } from '@tanstack/react-router'
import { FollowsScreen } from './FollowsScreen'

const route = getRouteApi('/member/users/$username/followers')

/** Those who follow somebody. */
export function FollowersScreen() {
  return <FollowsScreen username={route.useParams().username} side="followers" />
}

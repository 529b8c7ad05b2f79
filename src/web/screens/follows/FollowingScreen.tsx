import { getRouteApi } from '@tanstack/react-router'
import { FollowsScreen } from './FollowsScreen'

const route = getRouteApi('/member/users/$username/following')

/** Those whom somebody follows. */
export function FollowingScreen() {
  return <FollowsScreen username={route.useParams().username} side="following" />
}

import { includesRole } from '@/web/state/role'

/** An account that may decide, or that is decided about. */
interface Account {
  username: string
  role: string
}

/** Whether the viewer may sanction a user. Users with a higher role and the viewer are excluded. */
export const canModerate = (viewer: Account | undefined, user: Account): boolean =>
  viewer !== undefined &&
  includesRole(viewer.role, 'moderator') &&
  viewer.username !== user.username &&
  includesRole(viewer.role, user.role)

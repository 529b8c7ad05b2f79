const ROLES: readonly string[] = ['user', 'moderator', 'admin', 'owner']

/** An account that may decide, or that is decided about. */
interface Account {
  username: string
  role: string
}

/** Whether the server lets the viewer decide about a user: not about themselves, and not about higher roles. */
export const canModerate = (viewer: Account | undefined, user: Account): boolean =>
  viewer !== undefined &&
  viewer.role !== 'user' &&
  viewer.username !== user.username &&
  ROLES.indexOf(viewer.role) >= ROLES.indexOf(user.role)

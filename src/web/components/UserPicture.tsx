import { serverPath } from '@/web/api/server-path'
import classes from './UserPicture.module.css'

/** The picture of an account, or its initial; decoration beside the name. */
export function UserPicture({
  username,
  picture,
  size,
  version = 0,
}: {
  username: string
  picture: boolean
  size: number
  /** Changes when the picture does: its address stays the same. */
  version?: number
}) {
  const look = { width: size, height: size, fontSize: Math.round(size * 0.44) }
  if (picture) {
    const address = serverPath(`/api/users/${encodeURIComponent(username)}/picture?v=${version}`)
    return <img className={classes.picture} style={look} src={address} alt="" />
  }
  return (
    <span className={classes.picture} style={look} aria-hidden="true">
      {username.slice(0, 1).toUpperCase()}
    </span>
  )
}

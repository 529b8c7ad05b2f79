import { toServerPath } from '@/web/api/client/server-path'
import classes from './UserPicture.module.css'

/** The picture of a user, or the initial of their name; decorative, because the name is next to it. */
export function UserPicture({
  username,
  picture,
  size,
  version = 0,
}: {
  username: string
  picture: boolean
  size: number
  /** Has to change with the picture to bypass the browser's cache, as the URL stays the same otherwise. */
  version?: number
}) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.44) }
  if (picture) {
    const address = toServerPath(`/api/users/${encodeURIComponent(username)}/picture?v=${version}`)
    return <img className={classes.picture} style={style} src={address} alt="" />
  }
  return (
    <span className={classes.picture} style={style} aria-hidden="true">
      {username.slice(0, 1).toUpperCase()}
    </span>
  )
}

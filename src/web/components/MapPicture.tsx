import { serverPath } from '@/web/api/server-path'
import classes from './MapPicture.module.css'

/** The map image of a workout, which fills what it stands in; what it shows is said beside it. */
export const MapPicture = ({ map }: { map: string }) => (
  <img
    className={classes.picture}
    src={serverPath(`/api/workouts/map/${map}`)}
    alt=""
    loading="lazy"
    decoding="async"
  />
)

import { toServerPath } from '@/web/api/client/server-path'
import classes from './MapPicture.module.css'

/**
 * The static map image of a workout, which fills its container. Decorative, because the text next to it describes the
 * workout.
 */
export const MapPicture = ({ map }: { map: string }) => (
  <img
    className={classes.picture}
    src={toServerPath(`/api/workouts/map/${map}`)}
    alt=""
    loading="lazy"
    decoding="async"
  />
)

import { Skeleton } from '@mantine/core'
import classes from './RouteMap.module.css'

/** Keeps the map's place. */
export function MapSkeleton() {
  return <Skeleton className={classes.frame} data-part="map" />
}

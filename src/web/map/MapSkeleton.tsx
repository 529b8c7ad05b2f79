import { Skeleton } from '@mantine/core'
import classes from './RouteMap.module.css'

/** Placeholder of the same size as a map. */
export function MapSkeleton() {
  return <Skeleton className={classes.frame} data-part="map" />
}

import { Skeleton } from '@mantine/core'
import { stackHeight } from './chart-sizes'

/** Keeps the place of so many charts. */
export function ChartSkeleton({ charts }: { charts: number }) {
  return <Skeleton height={stackHeight(charts)} />
}

import contours from '@/web/assets/contours.svg'
import classes from './Contours.module.css'

/** Contour lines as a decorative background of the containing box. */
export function Contours({ color, opacity }: { color: string; opacity: number }) {
  const maskImage = `url("${contours}")`
  return <div className={classes.contours} style={{ background: color, opacity, maskImage }} />
}

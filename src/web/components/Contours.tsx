import contours from '@/web/assets/contours.svg'
import classes from './Contours.module.css'

/** Contour lines of hills as a backdrop of the surrounding box; decoration only. */
export function Contours({ color, opacity }: { color: string; opacity: number }) {
  const maskImage = `url("${contours}")`
  return <div className={classes.contours} style={{ background: color, opacity, maskImage }} />
}

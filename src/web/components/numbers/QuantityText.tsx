import type { Quantity } from '@/web/format/quantity'
import classes from './QuantityText.module.css'

/** A number followed by its unit in smaller type. */
export function QuantityText({ quantity: { value, unit } }: { quantity: Quantity }) {
  return (
    <span className={classes.quantity}>
      {value}
      {unit !== '' && <span className={classes.unit}> {unit}</span>}
    </span>
  )
}

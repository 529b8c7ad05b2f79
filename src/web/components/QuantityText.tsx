import type { Quantity } from '@/web/format/quantity'
import classes from './QuantityText.module.css'

/** A number with its unit set smaller beside it. */
export function QuantityText({ quantity: { value, unit } }: { quantity: Quantity }) {
  return (
    <span className={classes.quantity}>
      {value}
      {unit !== '' && <span className={classes.unit}> {unit}</span>}
    </span>
  )
}

import products from '@/domain/reference/fit-products.json'
import type { FitMessage } from './fit-message'
import { FILE_ID } from './fit-profile'

const manufacturers: Readonly<Record<string, string>> = products.manufacturers
const garminProducts: Readonly<Record<string, string>> = products.garminProducts

/**
 * Returns the device or program that wrote the file, from its `file_id` message: the product name if there is one,
 * otherwise manufacturer and product, with the commercial name of known Garmin products. Null when the manufacturer is
 * unknown.
 */
export function fitSource(message: FitMessage): string | null {
  const { slot } = FILE_ID
  const productName = message.text(slot.productName)
  if (productName !== null) return capitalize(productName)
  const manufacturer = lookUp(manufacturers, message.number(slot.manufacturer))
  if (manufacturer === undefined) return null
  const product = message.number(slot.product)
  if (Number.isNaN(product) || product === 0) return manufacturer
  const name = manufacturer === 'garmin' ? lookUp(garminProducts, product) : undefined
  return `${manufacturer} ${name ?? product}`
}

function lookUp(table: Readonly<Record<string, string>>, id: number): string | undefined {
  const key = String(id)
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('').toLowerCase()
}

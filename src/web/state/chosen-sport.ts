/** The sport that an account chose last on the screens of best efforts, on this device. */

const keyOf = (account: string): string => `milepost.sport.${account}`

/** Returns the id of the sport, or undefined. */
export const getChosenSport = (account: string): string | undefined =>
  localStorage.getItem(keyOf(account)) ?? undefined

/** Stores the id of the chosen sport. */
export const storeChosenSport = (account: string, sportId: string): void =>
  localStorage.setItem(keyOf(account), sportId)

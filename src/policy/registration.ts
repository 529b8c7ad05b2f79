/**
 * Whether one more account may register. Nobody may before the server is set up: the first comer could keep its
 * administrators out. A limit of 0 means none; accounts of every state count.
 */
export const registrationIsOpen = (
  { max_users }: { max_users: number },
  { isSetUp, users }: { isSetUp: boolean; users: number },
): boolean => isSetUp && (max_users === 0 || users < max_users)

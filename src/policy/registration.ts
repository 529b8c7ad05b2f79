/** Whether one more account may register; a limit of 0 means none. Accounts of every state count. */
export const registrationIsOpen = ({ max_users }: { max_users: number }, users: number): boolean =>
  max_users === 0 || users < max_users

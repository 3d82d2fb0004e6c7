/** What the operations share that change the own account, also of an operator of the installation. */
export const ownChange = { family: 'v1', access: 'user', operators: true, changes: true, own: true } as const;

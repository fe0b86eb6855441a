/** How values that people enter are read, for every operation: the same thing is the same everywhere. */

export { domainIn, emailIn, plainProfile, postalCodeIn, profileKind, splitEmails } from './address';
export { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf, plainText } from './document';
export { isMissing } from './missing';
export { amountIn, isShortened, numberIn, plainNumber, type Unread } from './number';
export { readPhone, splitPhone, type KnownPhone, type PhoneNumber } from './phone';
export { DASHES, visible, withoutEnd } from './text';

/** Every operation reads user input through these, so that equal values are treated alike. */

export { domainIn, emailIn, plainProfile, postalCodeIn, profileKind, splitEmails } from './address';
export { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf, plainText } from './document';
export { amountIn, isShortened, numberIn, plainNumber, type Unread } from './number';
export { knownPhone, splitPhone, type KnownPhone, type PhoneNumber } from './phone';
export { DASHES, isMissing, visible, withoutEnd } from './text';

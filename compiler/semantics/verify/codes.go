package verify

const codePromise = "broken-promise"

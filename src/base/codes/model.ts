/** Codes of models that do actions. */
export const modelCodes = {
  "model/malformed": {
    summary: "A model's answers never had the form of the action's result.",
    remedy:
      "Say more plainly in the prompt what is wanted, use another model, or give the action a fallback.",
  },
  "model/unavailable": {
    summary: "The service of a model was not available, however often it was asked.",
    remedy: "Check the network and the service's limits; raise the retries, or give the action a fallback.",
  },
  "model/refused": {
    summary: "A model, or its service, refused to answer.",
    remedy: "Check the model's name, the key's rights and the script; asking again does not help.",
  },
  "model/spec": {
    summary: "A text names no model.",
    remedy:
      "Write openai:NAME, or the base address of an OpenAI-compatible server and the name: http://127.0.0.1:11434/v1#llama3.",
  },
  "model/no-key": {
    summary: "A model needs a key that the environment does not have.",
    remedy: "Set OPENAI_API_KEY in the environment; keys are never taken from arguments or files.",
  },
  "model/not-installed": {
    summary: "A package by which models are asked is not installed.",
    remedy: "Install the packages that the message names; they are optional.",
  },
} as const;

"""An optional language model behind any OpenAI-compatible endpoint. Off unless settings.json names one."""
